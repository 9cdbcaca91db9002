import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startChain, type TestChain } from '../../support/chain.ts';
import { databaseKinds } from '../../support/databases.ts';
import { startFacilitator, type TestFacilitator } from '../../support/facilitator-server.ts';
import { PaidWorld } from '../../support/paid-world.ts';
import {
  decodePayment,
  encodePayment,
  KEYS,
  PAY_TO,
  PAYER,
  payByV1,
  payByV2,
  signPayment,
} from '../../support/wallets.ts';

const PRICE = 10_000n;
const PAGE = new URL('../../../resources/docs/payments.md', import.meta.url);

let chain: TestChain;
let facilitator: TestFacilitator;
let world: PaidWorld;

/** What one fault does to a purchase, in the words of the documentation. */
interface Row {
  readonly fault: string;
  /** Status and code of each answer, in order. */
  readonly answers: string;
  /** In prices. */
  readonly paid: number;
  readonly delivered: number;
}

interface Answer {
  readonly told: string;
  readonly body: Record<string, unknown>;
}

/** A purchase under a fault. What it returns is every answer that the payer got. */
type Play = (text: string) => Promise<readonly Answer[]>;

const noteOf = (text: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text }),
});

const sign = (text: string, path = '/v1/notes') => signPayment(`${world.baseUrl}${path}`, noteOf(text));

/** Send a signed payment as it stands, without a client that would sign again. */
async function send(header: string, text: string, { path = '/v1/notes', signal }: SendOptions = {}) {
  const init = noteOf(text);
  const headers = { ...init.headers, 'payment-signature': header };
  return answerOf(await fetch(`${world.baseUrl}${path}`, { ...init, headers, ...(signal && { signal }) }));
}

interface SendOptions {
  readonly path?: string;
  readonly signal?: AbortSignal;
}

async function answerOf(response: Response): Promise<Answer> {
  const body = (await response.json()) as Record<string, unknown>;
  const word = body['code'] ?? (body['already_delivered'] ? 'receipt' : 'result');
  return { told: `${response.status} ${word}`, body };
}

/** Send, and have the process end once it has come so far. */
async function killedAt(place: NonNullable<PaidWorld['freeze']>, text: string, path = '/v1/notes') {
  const header = await sign(text, path);
  world.freeze = place;
  const cut = send(header, text, { path }).then(
    (answer) => answer,
    () => ({ told: 'no answer', body: {} }),
  );
  await expect.poll(() => hasReached(place)).toBe(true);
  await world.restart();
  return { header, first: await cut };
}

const counts = { verify: 0, settle: 0, worked: 0 };
let balance = 0n;

async function hasReached(place: NonNullable<PaidWorld['freeze']>): Promise<boolean> {
  if (place === 'work') return world.worked > counts.worked;
  if (place === 'settled') return (await chain.balanceOf(PAY_TO)) > balance;
  if (place === 'settle') return world.worked > counts.worked && world.stoodAt('settle');
  return world.stoodAt('verify');
}

const dropped = (res: { socket: { destroy(): void } | null }) => {
  res.socket?.destroy();
  return true;
};

const FAULTS: Readonly<Record<string, Play>> = {
  none: async (text) => [await send(await sign(text), text)],

  'facilitator down at verify, then back': async (text) => {
    facilitator.setFault(async ({ res }) => dropped(res));
    const header = await sign(text);
    const first = await send(header, text);
    facilitator.setFault(null);
    return [first, await send(header, text)];
  },

  'facilitator settles, then drops the connection': async (text) => {
    facilitator.setFault(async ({ operation, turn, res, good }) => {
      if (operation !== 'settle' || turn > 1) return false;
      await good();
      return dropped(res);
    });
    return [await send(await sign(text), text)];
  },

  'facilitator answers 503 twice': async (text) => {
    facilitator.setFault(async ({ operation, turn, res }) => {
      if (operation !== 'settle' || turn > 2) return false;
      res.writeHead(503).end('busy');
      return true;
    });
    return [await send(await sign(text), text)];
  },

  'facilitator settles and answers 500 settlement_pending': async (text) => {
    facilitator.setFault(async ({ operation, turn, res, good }) => {
      if (operation !== 'settle' || turn > 1) return false;
      const pending = { ...(await good()), success: false, errorReason: 'settlement_pending' };
      res.writeHead(500).end(JSON.stringify(pending));
      return true;
    });
    return [await send(await sign(text), text)];
  },

  'facilitator lies with a made-up hash; same payment again': async (text) => {
    facilitator.setFault(async ({ operation, res }) => {
      if (operation !== 'settle') return false;
      res.end(
        JSON.stringify({ success: true, transaction: `0x${'11'.repeat(32)}`, network: 'eip155:84532' }),
      );
      return true;
    });
    const header = await sign(text);
    const first = await send(header, text);
    facilitator.setFault(null);
    return [first, await send(header, text)];
  },

  'facilitator lies; the client signs again': async (text) => {
    facilitator.setFault(async ({ operation, res }) => {
      if (operation !== 'settle') return false;
      res.end(
        JSON.stringify({ success: true, transaction: `0x${'11'.repeat(32)}`, network: 'eip155:84532' }),
      );
      return true;
    });
    const first = await send(await sign(text), text);
    facilitator.setFault(null);
    return [first, await send(await sign(text), text)];
  },

  'facilitator answers pending until the sweeper asks': async (text) => {
    facilitator.setFault(async ({ operation, res }) => {
      if (operation !== 'settle') return false;
      res.end(JSON.stringify({ success: false, errorReason: 'settlement_pending', transaction: '' }));
      return true;
    });
    const header = await sign(text);
    const first = await send(header, text);
    facilitator.setFault(null);
    await world.settler.settleDue();
    return [first, await send(header, text)];
  },

  'payer drains the wallet during the work': async (text) => {
    const header = await sign(text);
    world.during = () => chain.drain(KEYS.payer);
    const first = await send(header, text);
    await chain.mint(PAYER.address, 100_000_000n);
    return [first];
  },

  'payer submits the authorization himself during the work': async (text) => {
    const header = await sign(text);
    world.during = () => submit(header);
    return [await send(header, text)];
  },

  'work fails with 422; the payment is used for another text': async (text) => {
    const header = await sign(`bad ${text}`);
    return [await send(header, `bad ${text}`), await send(header, text)];
  },

  'same payment 10 times at once': async (text) => {
    const header = await sign(text);
    return Promise.all(Array.from({ length: 10 }, () => send(header, text)));
  },

  'same payment for another request': async (text) => {
    const header = await sign(text);
    return [await send(header, text), await send(header, `${text}, other`)];
  },

  'v1 header rebuilt from public calldata': async (text) => {
    const header = await sign(text);
    const { payload } = decodePayment(header);
    const rebuilt = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload };
    return [await send(header, text), await send(encodePayment(rebuilt), text)];
  },

  'same payer and nonce with a forged signature': async (text) => {
    const header = await sign(text);
    const payment = decodePayment(header);
    const signature = `0x${'22'.repeat(64)}1b`;
    const forged = encodePayment({ ...payment, payload: { ...payment.payload, signature } });
    return [await send(header, text), await send(forged, text)];
  },

  'client drops the connection and signs again': async (text) => {
    const leaving = new AbortController();
    world.during = async () => leaving.abort();
    const first = await send(await sign(text), text, { signal: leaving.signal }).catch(() => NO_ANSWER);
    world.during = async () => {};
    return [first, await answerOf(await payByV2()(`${world.baseUrl}/v1/notes`, noteOf(text)))];
  },

  'same purchase twice on purpose': async (text) => {
    const pay = await payByV1();
    const buy = async () => answerOf(await pay(`${world.baseUrl}/v1/notes`, noteOf(text)));
    return [await buy(), await buy()];
  },

  'process killed while verifying': async (text) => {
    const { header, first } = await killedAt('verify', text);
    return [first, await send(header, text)];
  },

  'process killed during the work': async (text) => {
    const { header, first } = await killedAt('work', text);
    return [first, await send(header, text)];
  },

  'process killed before settling': async (text) => {
    const { header, first } = await killedAt('settle', text);
    return [first, await send(header, text)];
  },

  'process killed before settling; the client signs again': async (text) => {
    const { first } = await killedAt('settle', text);
    return [first, await send(await sign(text), text)];
  },

  'process killed once it had settled': async (text) => {
    const { header, first } = await killedAt('settled', text);
    return [first, await send(header, text)];
  },

  'job ends well, the process is killed before settling': async (text) => {
    const header = await sign(text, '/v1/later');
    const first = await send(header, text, { path: '/v1/later' });
    await world.endJob('complete');
    await world.restart();
    await world.settler.settleDue();
    return [first];
  },

  'job fails': async (text) => {
    const header = await sign(text, '/v1/later');
    const first = await send(header, text, { path: '/v1/later' });
    await world.endJob('failed');
    await world.settler.settleDue();
    return [first];
  },
};

const NO_ANSWER: Answer = { told: 'no answer', body: {} };

/** Anybody may put a signed authorization on the chain. */
async function submit(header: string): Promise<void> {
  const { authorization, signature } = decodePayment(header).payload;
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const times = [BigInt(validAfter ?? 0), BigInt(validBefore ?? 0)];
  const args = [from, to, BigInt(value ?? 0), ...times, nonce, signature];
  await chain.send('transferWithAuthorization', args);
}

describe('under each fault of the table', () => {
  const source = databaseKinds[0]!.prepare();
  const rows: Row[] = [];

  beforeAll(async () => {
    chain = await startChain();
    facilitator = await startFacilitator(chain.rpcUrl);
    const database = await source.open();
    world = await PaidWorld.open({ database, rpcUrl: chain.rpcUrl, facilitatorUrl: facilitator.url });
  }, 60_000);
  afterAll(async () => {
    await world?.close();
    await facilitator?.stop();
    await chain?.stop();
  });
  beforeEach(async () => {
    world.during = async () => {};
    world.freeze = null;
    facilitator.setFault(null);
    counts.worked = world.worked;
    balance = await chain.balanceOf(PAY_TO);
  });

  it.each(Object.keys(FAULTS))(
    '%s: nobody pays without a result, or twice',
    { timeout: 30_000 },
    async (fault) => {
      const answers = (await FAULTS[fault]?.(`note: ${fault}`)) ?? [];
      const paid = Number(((await chain.balanceOf(PAY_TO)) - balance) / PRICE);
      const results = answers.filter(({ body }) => 'text' in body || 'job_id' in body);
      const delivered = results.length;
      rows.push({ fault, answers: tell(answers), paid, delivered });
      // A job that failed was answered with its id, and is not paid.
      if (fault !== 'job fails') expect(paid > 0, 'paid means delivered').toBe(delivered > 0);
      expect(paid, 'never more paid than delivered').toBeLessThanOrEqual(delivered);
    },
  );

  it('the documentation prints the table as it was just seen', async () => {
    const [head, tail] = [
      '<!-- faults: written by test/e2e/payments/faults.test.ts -->\n',
      '<!-- /faults -->',
    ];
    const text = await readFile(PAGE, 'utf8');
    const printed = `${head}\n${printTable(rows)}\n${tail}`;
    const updated = text.replace(new RegExp(`${head}[\\s\\S]*?${tail}`), () => printed);
    if (process.env['AFFIANT_TEST_WRITE']) await writeFile(PAGE, updated);
    else expect(text).toBe(updated);
  });
});

/** Answers in order; of many at once their number and statuses: which copy gets the result is chance. */
function tell(answers: readonly Answer[]): string {
  if (answers.length <= 2) return answers.map(({ told }) => told).join(', then ');
  const statuses = new Set(answers.map(({ told }) => told.split(' ')[0]));
  return `${answers.length} x ${[...statuses].join(' or ')}, each the result or its receipt`;
}

function printTable(rows: readonly Row[]): string {
  const cells = [
    ['fault', 'answers', 'paid', 'delivered'],
    ...rows.map(({ fault, answers, paid, delivered }) => [
      fault,
      answers,
      String(paid),
      fault.startsWith('same payment 10') ? '>= 1' : String(delivered),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [
    line(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...body.map(line),
    '',
  ].join('\n');
}
