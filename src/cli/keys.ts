import type { Command } from 'commander';
import { openKeyLifecycle } from '../adapters/keys/signing-keys.ts';
import { readConfiguration } from '../composition/configuration.ts';
import { readKeySecrets } from '../composition/key-secrets.ts';
import type { ControlMethods } from '../composition/locked-service.ts';
import type { KeyLifecycle, KeyState } from '../domain/signing/key-lifecycle.ts';
import type { SigningKeyRecord } from '../domain/signing/port.ts';
import { findRunningService, type RunningService, withDatabase } from './beside-service.ts';
import type { CommandContext } from './terminal.ts';

/** `affiant keys list|create|rotate|retire|revoke`. A running service signs with the new key at once. */
export function addKeyCommands(program: Command, context: CommandContext): void {
  const { stdout } = context.terminal;
  const keys = program.command('keys').description('keys that sign the manifests of this service');
  const run = <T>(work: (lifecycle: KeyLifecycle) => Promise<T>) => withKeyLifecycle(context, work);
  keys
    .command('list')
    .description('list every key, without private parts')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const states = await run((lifecycle) => lifecycle.list());
      stdout.write(json ? `${JSON.stringify({ keys: states.map(toRow) })}\n` : formatStates(states));
    });
  keys
    .command('create')
    .description('make a key, which signs from now on; the others stay in force')
    .action(async () => {
      stdout.write(tell(await run((lifecycle) => lifecycle.create()), 'signs'));
    });
  keys
    .command('rotate')
    .description('make a key and retire all others; what they signed stays valid')
    .action(async () => {
      stdout.write(tell(await run((lifecycle) => lifecycle.rotate()), 'signs'));
    });
  keys
    .command('retire')
    .argument('<id>', 'id of the key')
    .description('let a key sign no more; what it signed stays valid')
    .action(async (id: string) => {
      stdout.write(tell(await run((lifecycle) => lifecycle.retire(id)), 'is retired'));
    });
  keys
    .command('revoke')
    .argument('<id>', 'id of the key')
    .requiredOption('--reason <text>', 'why, for the record; it is not published')
    .description('declare a key compromised: what it signed counts only if it is provably older')
    .action(async (id: string, { reason }: { reason: string }) => {
      stdout.write(tell(await run((lifecycle) => lifecycle.revoke(id, reason)), 'is revoked'));
    });
}

/** Methods by which a running service answers {@link addKeyCommands}. */
export const keyMethods: ControlMethods = {
  'keys.list': ({ storage }) => storage.signing.lifecycle.list(),
  'keys.create': ({ storage }) => storage.signing.lifecycle.create(),
  'keys.rotate': ({ storage }) => storage.signing.lifecycle.rotate(),
  'keys.retire': ({ storage }, keyId) => storage.signing.lifecycle.retire(keyId as string),
  'keys.revoke': ({ storage }, input) =>
    storage.signing.lifecycle.revoke(...(input as Parameters<KeyLifecycle['revoke']>)),
};

async function withKeyLifecycle<T>(
  { terminal }: CommandContext,
  work: (lifecycle: KeyLifecycle) => Promise<T>,
): Promise<T> {
  const configuration = readConfiguration(terminal.env);
  const running = await findRunningService(configuration);
  if (running) return work(remoteLifecycle(running));
  return withDatabase(configuration, async (database) =>
    work(
      await openKeyLifecycle({
        dataDir: configuration.AFFIANT_DATA_DIR,
        database,
        ...(await readKeySecrets(configuration)),
      }),
    ),
  );
}

const remoteLifecycle = (running: RunningService): KeyLifecycle => ({
  list: async () => (await running.call('keys.list', null)) as KeyState[],
  create: async () => (await running.call('keys.create', null)) as SigningKeyRecord,
  rotate: async () => (await running.call('keys.rotate', null)) as SigningKeyRecord,
  retire: async (keyId) => (await running.call('keys.retire', keyId)) as SigningKeyRecord,
  revoke: async (keyId, reason) => (await running.call('keys.revoke', [keyId, reason])) as SigningKeyRecord,
});

const toRow = ({ record, isActive, reason }: KeyState) => ({ ...record, is_active: isActive, reason });

const tell = ({ key_id, signer_address }: SigningKeyRecord, state: string): string =>
  `${key_id} (${signer_address}) ${state}\n`;

function formatStates(states: readonly KeyState[]): string {
  if (states.length === 0) return 'No keys. The service makes one at its first start.\n';
  return states
    .map(({ record, isActive, reason }) =>
      [record.key_id, record.signer_address, describe(record, isActive), reason ?? ''].join('  ').trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function describe({ created_at, retired_at, revoked_at }: SigningKeyRecord, isActive: boolean): string {
  if (revoked_at) return `revoked ${revoked_at}`;
  if (retired_at) return `retired ${retired_at}`;
  return `${isActive ? 'signs' : 'in force'} since ${created_at}`;
}
