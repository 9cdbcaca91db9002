/** One argument of a prompt. */
interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

/** A workflow that a person starts in an MCP client: it tells the agent which tools to call and in which order. */
export interface Prompt {
  /** snake_case; the file is the same in kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Tools that the text names. The prompt is listed only where all of them exist. */
  readonly tools: readonly string[];
  /** The text, from the arguments that were given. */
  build(values: Readonly<Record<string, string>>): string;
}

/** Identity function: types the literal beside it. */
export const definePrompt = (prompt: Prompt): Prompt => prompt;

/** Prompts whose every tool is among `tools`. */
export const availablePrompts = (prompts: readonly Prompt[], tools: ReadonlyMap<string, unknown>): Prompt[] =>
  prompts.filter((prompt) => prompt.tools.every((tool) => tools.has(tool)));
