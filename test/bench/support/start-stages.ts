// Opens what `affiant serve` opens, one part after the other, and prints the milliseconds of each as JSON.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { startLaps } from './laps.ts';

const boot = performance.now();
const { lap, laps } = startLaps();
await import('../../../src/cli/program.ts');
lap('imports');
const { readConfiguration } = await import('../../../src/composition/configuration.ts');
const { openDatabase } = await import('../../../src/adapters/database/database.ts');
const { openJobQueue } = await import('../../../src/adapters/jobs/queue.ts');
const { openSigningKeys } = await import('../../../src/adapters/keys/signing-keys.ts');
const { loadCatalogue } = await import('../../../src/operation/catalogue.ts');
const { openCapturing } = await import('../../../src/composition/capturing.ts');
const { readFaceParts } = await import('../../../src/composition/face-parts.ts');
const { projectPath } = await import('../../../src/composition/project-path.ts');
const { prepareDataFolder } = await import('../../../src/adapters/store/data-folder.ts');
const { createFileBundleStore } = await import('../../../src/adapters/store/file-bundle-store.ts');
const { createLogger } = await import('../../../src/adapters/log/logger.ts');
const { createHttpServer } = await import('../../../http/server.ts');

const configuration = readConfiguration(process.env);
const dataDir = configuration.AFFIANT_DATA_DIR;
const logger = createLogger('silent');
const onError = (error: unknown) => process.emitWarning(String(error));
const folders = await prepareDataFolder(dataDir, false);
lap('configuration and folders');
const database = await openDatabase({ dataDir, databaseUrl: null, onError });
lap('database');
const queue = await openJobQueue(database, onError);
lap('queue');
await openSigningKeys({ dataDir, signingKey: null, database });
lap('keys');
const capturing = await openCapturing(configuration, process.env);
lap('capturing');
const catalogue = await loadCatalogue(projectPath('tools'));
lap('catalogue');
const parts = await readFaceParts({
  pipeline: { call: () => Promise.reject(new Error('nobody calls')) },
  catalogue,
  bundles: createFileBundleStore(folders),
  configuration,
  baseUrl: 'http://127.0.0.1:8402',
  logger,
});
const face = createHttpServer({
  ...parts,
  verifyPage: await readFile(projectPath('resources/verify/verify.html'), 'utf8'),
  readiness: () => ({ ready: true }),
});
face.server.listen(0, '127.0.0.1');
await once(face.server, 'listening');
lap('faces and listen');
process.stdout.write(`${JSON.stringify({ 'node itself': boot, ...laps })}\n`);
await face.close(0);
await capturing.close();
await queue.close();
await database.close();
