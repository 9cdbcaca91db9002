import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { prepareDataFolder } from '../../../src/adapters/store/data-folder.ts';
import { createFileMonitorFiles } from '../../../src/adapters/store/file-monitor-files.ts';
import { createId } from '../../../src/core/id.ts';

const root = mkdtempSync(join(tmpdir(), 'affiant-monitor-files-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const files = createFileMonitorFiles(await prepareDataFolder(root, false));

it('keeps a content and a diff of each check, and removes one or all', async () => {
  const monitorId = createId('mon');
  const [first, second] = [createId('chk'), createId('chk')];
  const content = { kind: 'content', checkId: first } as const;
  expect(await files.read(monitorId, content)).toBeNull();
  await files.write(monitorId, content, { lines: ['One.'] });
  await files.write(monitorId, content, { lines: ['Two.'] });
  await files.write(monitorId, { kind: 'diff', checkId: second }, { summary: '1' });
  expect(await files.read(monitorId, content)).toEqual({ lines: ['Two.'] });
  await files.remove(monitorId, content);
  await files.remove(monitorId, content);
  expect(await files.read(monitorId, content)).toBeNull();
  expect(await files.monitorIds()).toEqual([monitorId]);
  await files.removeAll(monitorId);
  expect(await files.monitorIds()).toEqual([]);
});

it('takes no name that leads elsewhere', async () => {
  for (const monitorId of ['..', 'mon_../../x', ''])
    await expect(files.removeAll(monitorId)).rejects.toMatchObject({ code: 'INTERNAL' });
});
