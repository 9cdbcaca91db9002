// A baseline: express as it comes, one route, the JSON of the file given as argument.
import { readFile } from 'node:fs/promises';
import express from 'express';

const body: unknown = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8'));
const app = express();
app.get('/', (_req, res) => void res.json(body));
app.get('/v1/extract/:id', (_req, res) => void res.json(body));
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
