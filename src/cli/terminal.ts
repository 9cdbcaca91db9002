/** What a command may see of its process. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** What every command gets. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** Sets the exit code of the process. */
  readonly exit: (code: number) => void;
}
