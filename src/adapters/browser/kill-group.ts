/** Kill a process and all that it started. @param leader id of the process group. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Already gone.
  }
}
