/** One thing that was looked at. `off`: not configured, which is fine. */
export interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'off' | 'fault';
  readonly detail: string;
  /** What to do about it. */
  readonly mend?: string;
}
