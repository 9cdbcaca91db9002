import { ERRORS } from '../core/error-codes.ts';
import { PRICES } from '../domain/payment/price-table.ts';
import { FAMILIES, type Tool } from './define-tool.ts';
import { placementFaults, routeFaults } from './placement-faults.ts';
import { inputSchemaFaults, outputSchemaFaults } from './schema-faults.ts';

/**
 * Refuse definitions that are ambiguous, or that some client could not use.
 *
 * @throws Error that lists every fault of every tool.
 */
export function assertPortable(tools: readonly Tool[]): void {
  const faults = [...tools.flatMap(toolFaults), ...catalogueFaults(tools)];
  if (faults.length > 0)
    throw new Error(`The catalogue has faults:\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
}

function toolFaults(tool: Tool): string[] {
  const schemas = [...inputSchemaFaults(tool.input), ...outputSchemaFaults(tool.output)];
  // These read the input schema: without a portable one they would only repeat its faults.
  const dependent = schemas.length > 0 ? [] : [...placementFaults(tool), ...exampleFaults(tool)];
  const faults = [
    ...textFaults(tool),
    ...schemas,
    ...statusFaults(tool),
    ...headerFaults(tool),
    ...priceFaults(tool),
  ];
  return [...faults, ...dependent].map((fault) => `${tool.name}: ${fault}`);
}

function textFaults({ name, title, family, description, errors }: Tool): string[] {
  const faults = errors
    .filter((code) => !(code in ERRORS))
    .map((code) => `the error ${code} is not in the registry`);
  if (!/^[a-z][a-z0-9_]{2,39}$/.test(name)) faults.push('the name must be snake_case of 3 to 40 characters');
  if (!title) faults.push('the title is empty');
  if (!FAMILIES.includes(family)) faults.push(`the family ${family} does not exist`);
  if (description.length > 600)
    faults.push(`the description has ${description.length} characters, 600 are allowed`);
  if (!beginsWithVerb(description)) faults.push('the description must begin with a verb in the imperative');
  return faults;
}

/** A capitalised word that is neither an article nor in the third person ("Returns"). */
const beginsWithVerb = (text: string): boolean =>
  /^[A-Z][a-z]+ /.test(text) && !/^(?:An?|The|This|These|It|Its|[A-Z][a-z]*[^s]s) /.test(text);

function statusFaults({ rest: { statuses = [200], status, binary } }: Tool): string[] {
  const faults: string[] = [];
  if (statuses.length === 0 || new Set(statuses).size < statuses.length)
    faults.push('statuses are empty or repeated');
  if (statuses[0] === 409) faults.push('the default status must be a success');
  if (statuses.length > 1 && !status) faults.push('several statuses need the function `status`');
  if (binary && statuses.join() !== '200') faults.push('a binary answer has the status 200');
  return faults;
}

function headerFaults({ rest: { headers = {} }, output }: Tool): string[] {
  return Object.entries(headers).flatMap(([header, field]) => {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(header)) return [`the header name ${header} has a wrong form`];
    return field in output.shape ? [] : [`the header ${header} names the unknown output field ${field}`];
  });
}

function priceFaults({ price, rest: { statuses = [] } }: Tool): string[] {
  if (price === 'free') return [];
  const faults: string[] = [];
  if (price.keys.length === 0 || !price.keys.every((key) => key in PRICES))
    faults.push('price.keys must name entries of the price table');
  if (statuses.includes(409)) faults.push('only successes are charged: a priced tool cannot answer 409');
  return faults;
}

function exampleFaults({ input, examples, price }: Tool): string[] {
  return examples.flatMap(({ title, input: example }) => {
    const parsed = input.safeParse(example);
    if (!parsed.success) return [`the example "${title}" does not parse: ${parsed.error.issues[0]?.message}`];
    const isPriced = price === 'free' || price.keys.includes(price.select(parsed.data));
    return isPriced ? [] : [`the example "${title}" selects a price that price.keys does not name`];
  });
}

function catalogueFaults(tools: readonly Tool[]): string[] {
  const names = tools.map((tool) => tool.name);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
  const pairs = tools.flatMap((a, index) => tools.slice(index + 1).map((b) => [a, b] as const));
  return [
    ...[...twice].map((name) => `${name}: the name is used twice`),
    ...pairs.flatMap(([a, b]) => routeFaults(a, b)),
  ];
}
