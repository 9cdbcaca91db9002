import { EvidenceError } from '../core/error.ts';
import type { MadeContext } from './define-tool.ts';
import { withdrawBundle } from './withdraw-bundle.ts';

/** Stop and remove the monitor that an answer names, with the bundle that it has made. */
export async function withdrawMonitor(
  { monitor_id: monitorId }: Readonly<Record<string, unknown>>,
  context: MadeContext,
): Promise<void> {
  if (typeof monitorId !== 'string') return;
  const { monitors } = context.services;
  try {
    const { monitor } = await monitors.get(context.owner, monitorId);
    await monitors.remove(context.owner, monitorId);
    if (monitor.bundle) await withdrawBundle(monitor.bundle.bundleId, context);
  } catch (error) {
    // Gone already.
    if (!(error instanceof EvidenceError) || error.code !== 'NOT_FOUND') throw error;
  }
}
