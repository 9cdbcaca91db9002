import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { KEY, type TestService } from '../../support/api.ts';
import type { Laps } from './laps.ts';

const DEADLINE_MS = 60_000;

/** Captures that tell where their time goes. */
export interface StagedCaptures {
  capture(url: string): Promise<Laps>;
  close(): Promise<void>;
}

/** Connect to the service by MCP. */
export async function connectStaged(service: TestService): Promise<StagedCaptures> {
  const client = new Client({ name: 'affiant-bench', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${KEY}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { requestInit }));
  return { capture: (url) => captureOnce(service, client, url), close: () => client.close() };
}

/** From outside: MCP reports the stages as they begin, and the manifest has the times of the page. */
async function captureOnce(service: TestService, client: Client, url: string): Promise<Laps> {
  const begun = new Map([['call', Date.now()]]);
  const request = { name: 'extract', arguments: { source: url, sync: true } };
  const { structuredContent } = await client.callTool(request, undefined, {
    timeout: DEADLINE_MS,
    onprogress: ({ message }) => begun.set(message ?? '', Date.now()),
  });
  const end = Date.now();
  const { bundle_id: bundleId } = structuredContent as { bundle_id: string };
  const { body } = await service.call<ManifestTimes>(`/v1/extract/${bundleId}/manifest`);
  const stage = (name: string): number => begun.get(name) ?? Number.NaN;
  const [navigated, settled, screenshot, sealed] = timesOf(body);
  return between([
    ['queue hand-over', stage('call')],
    ['fetch', stage('fetching')],
    ['tab and navigation', stage('rendering')],
    ['settle', navigated],
    ['content and screenshot', settled],
    ['pdf and close', screenshot],
    ['markdown', stage('reading')],
    ['seal artifacts', stage('captured')],
    ['sign, publish, answer', sealed],
    ['', end],
  ]);
}

interface ManifestTimes {
  readonly capture: {
    readonly times: Readonly<Record<'navigated' | 'settled' | 'screenshot' | 'sealed', string>>;
  };
}

function timesOf({ capture: { times } }: ManifestTimes): readonly [number, number, number, number] {
  const [navigated, settled, screenshot, sealed] = [
    times.navigated,
    times.settled,
    times.screenshot,
    times.sealed,
  ];
  return [Date.parse(navigated), Date.parse(settled), Date.parse(screenshot), Date.parse(sealed)];
}

/** Each stage lasts until the next begins; the last entry is the end. */
const between = (begun: readonly (readonly [string, number])[]): Laps =>
  Object.fromEntries(
    begun.slice(0, -1).map(([name, from], index) => [name, (begun[index + 1]?.[1] ?? Number.NaN) - from]),
  );
