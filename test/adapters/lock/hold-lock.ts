// Run by listen-control.test.ts: tries to hold the lock and says whether it does; holds it until killed.
import { writeSync } from 'node:fs';
import { listenControl } from '../../../src/adapters/lock/listen-control.ts';

const [path = ''] = process.argv.slice(2);
try {
  await listenControl({ path, handlers: {} });
  writeSync(1, 'held\n');
} catch {
  writeSync(1, 'refused\n');
}
