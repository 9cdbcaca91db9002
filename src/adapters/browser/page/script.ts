/** A function whose source text runs in the page. It may use globals of the page, and what is given here. */
type PageFunction = (...args: never[]) => unknown;

/** What goes to the page beside the main function. */
interface PageScriptParts {
  /** Functions of the same module that the main function calls by their names. */
  readonly helpers?: readonly PageFunction[];
  /** Functions of another module, given to the main function as its second argument: imports do not reach a page. */
  readonly shared?: Readonly<Record<string, PageFunction>>;
  /** First argument of the main function: anything JSON can carry. */
  readonly argument?: unknown;
}

/** Source text of an expression that calls `main` in the page. */
export function pageScript(main: PageFunction, parts: PageScriptParts = {}): string {
  const { helpers = [], shared = {}, argument = null } = parts;
  const declarations = [...Object.values(shared), ...helpers, main].map(String).join('\n');
  const call = `${main.name}(${JSON.stringify(argument)}, { ${Object.keys(shared).join(', ')} })`;
  return `(() => {\n${declarations}\nreturn ${call};\n})()`;
}
