import type { Catalogue } from './catalogue.ts';

/** One argument of a prompt. */
export interface PromptArgument {
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

/** Prompts whose every tool is in the catalogue. */
export const availablePrompts = (prompts: readonly Prompt[], catalogue: Catalogue): Prompt[] =>
  prompts.filter((prompt) => prompt.tools.every((tool) => catalogue.byName.has(tool)));
