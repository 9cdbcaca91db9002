import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createHttpServer, type HttpFace } from '../../http/server.ts';
import type { Database } from '../../src/adapters/database/database.ts';
import { endJob } from '../../src/adapters/database/job-rows.ts';
import { createGuardedFetcher } from '../../src/adapters/egress/guarded-fetch.ts';
import { createPaymentRepository } from '../../src/adapters/payment/payment-repository.ts';
import { openPublicClient } from '../../src/adapters/x402/chain.ts';
import { createRemoteFacilitator } from '../../src/adapters/x402/remote-facilitator.ts';
import { createTokenLedger } from '../../src/adapters/x402/token-ledger.ts';
import { systemClock } from '../../src/core/clock.ts';
import { EvidenceError } from '../../src/core/error.ts';
import { createId } from '../../src/core/id.ts';
import type { ApiKeyRepository } from '../../src/domain/account/port.ts';
import type { GuardedFetcher } from '../../src/domain/egress/port.ts';
import { freeCashier } from '../../src/domain/payment/cashier.ts';
import { PAYMENT_NETWORKS } from '../../src/domain/x402/network.ts';
import { createPaidAnswers } from '../../src/domain/x402/paid-answers.ts';
import type { PaymentRepository } from '../../src/domain/x402/port.ts';
import { createPaymentSettler, type PaymentSettler } from '../../src/domain/x402/settler.ts';
import { WalletCashier } from '../../src/domain/x402/wallet-cashier.ts';
import { createAuthenticator } from '../../src/operation/authenticator.ts';
import { buildCatalogue } from '../../src/operation/catalogue.ts';
import { defineTool, type Tool } from '../../src/operation/define-tool.ts';
import { Pipeline } from '../../src/operation/pipeline.ts';
import type { Services } from '../../src/operation/services.ts';
import { fakeFaces, freePort } from './faces.ts';
import { createMemoryIdempotency } from './memory-idempotency.ts';
import { PAY_TO } from './wallets.ts';

/** Where a process stands still, as if it had been killed there. */
export type Freeze = 'verify' | 'work' | 'settle' | 'settled' | null;

export interface PaidWorldParts {
  readonly database: Database;
  readonly rpcUrl: string;
  readonly facilitatorUrl: string;
}

const never = new Promise<never>(() => {});
const NETWORK = PAYMENT_NETWORKS['eip155:84532'];

/** A seller of notes over HTTP: the real faces, pipeline, cashier and database. Its process can be ended anywhere. */
export class PaidWorld {
  readonly #parts: PaidWorldParts;
  readonly #port: number;
  readonly #fetcher: GuardedFetcher = createGuardedFetcher({
    networks: [{ cidr: '127.0.0.0/8', port: null }],
  });
  readonly #answers = createPaidAnswers(createMemoryIdempotency());
  readonly #jobs: string[] = [];
  #face: HttpFace | null = null;
  #stoodAt: Freeze = null;
  /** How often the work was done. */
  worked = 0;
  /** Runs in the middle of the work. */
  during: () => Promise<void> = async () => {};
  freeze: Freeze = null;
  payments: PaymentRepository;
  settler!: PaymentSettler;

  constructor(parts: PaidWorldParts, port: number) {
    this.#parts = parts;
    this.#port = port;
    this.payments = createPaymentRepository(parts.database, systemClock);
  }

  static async open(parts: PaidWorldParts): Promise<PaidWorld> {
    const world = new PaidWorld(parts, await freePort());
    await world.#start();
    return world;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Whether the process stands still there. */
  stoodAt(place: Freeze): boolean {
    return this.#stoodAt === place;
  }

  /** The process is gone, with what it had under way; another one starts on the same database. */
  async restart(): Promise<void> {
    await this.close();
    this.freeze = null;
    this.#stoodAt = null;
    this.during = async () => {};
    await this.#start();
    await this.payments.recover(false);
  }

  async close(): Promise<void> {
    await this.#face?.close(0);
  }

  /** End the newest job. */
  async endJob(status: 'complete' | 'failed'): Promise<void> {
    const jobId = this.#jobs.at(-1) ?? '';
    const end = { status, completed_at: systemClock.now() };
    await this.#parts.database.transaction((trx) => endJob(trx, jobId, end));
  }

  async #start(): Promise<void> {
    const { baseUrl } = this;
    const tools = [this.#noteTool(), this.#laterTool()];
    const catalogue = buildCatalogue(tools);
    const { parts } = fakeFaces(baseUrl, { tools });
    const pipeline = new Pipeline({
      catalogue,
      services: {} as Services,
      authenticator: createAuthenticator({
        keys: { get: async () => null } as unknown as ApiKeyRepository,
        signIns: null,
      }),
      rateLimiter: { consume: async () => {} },
      idempotency: createMemoryIdempotency(),
      cashier: freeCashier,
      wallets: await this.#openCashier(),
      audit: { record: () => {} },
      baseUrl,
    });
    const configuration = { ...parts.configuration, signInNetwork: NETWORK.id };
    this.#face = createHttpServer({ ...parts, pipeline, catalogue, configuration });
    this.#face.server.listen(this.#port, '127.0.0.1');
    await once(this.#face.server, 'listening');
  }

  async #openCashier(): Promise<WalletCashier> {
    const { rpcUrl, facilitatorUrl: url } = this.#parts;
    const client = await openPublicClient({ rpcUrl, network: NETWORK, fetcher: this.#fetcher });
    const facilitator = createRemoteFacilitator({ url, fetcher: this.#fetcher });
    const { payments } = this;
    const common = {
      facilitator: {
        verify: this.#frozenAt('verify', facilitator.verify),
        settle: this.#frozenAt('settle', facilitator.settle),
      },
      ledger: createTokenLedger(client),
      payments: {
        ...payments,
        settled: async (paymentId: string, transaction: string) => {
          await payments.settled(paymentId, transaction);
          if (this.freeze === 'settled') await never;
        },
      },
      answers: this.#answers,
      clock: systemClock,
      wait: () => delay(20),
    };
    this.settler = createPaymentSettler({
      ...common,
      patienceMs: 400,
      retryMs: 0,
      confirm: async () => {},
      withdraw: async () => {},
      onFault: () => {},
    });
    return new WalletCashier({
      ...common,
      settler: this.settler,
      signReceipt: async () => Promise.reject(new Error('no key here')),
      network: NETWORK,
      payTo: PAY_TO,
    });
  }

  #frozenAt<A extends unknown[], T>(place: Freeze, work: (...args: A) => Promise<T>) {
    return (...args: A): Promise<T> => {
      if (this.freeze !== place) return work(...args);
      this.#stoodAt = place;
      return never;
    };
  }

  async #work(text: string): Promise<void> {
    this.worked += 1;
    await this.during();
    if (this.freeze === 'work') await never;
    if (text.startsWith('bad')) throw new EvidenceError('DOCUMENT_UNSUPPORTED');
  }

  #noteTool(): Tool {
    return defineTool({
      ...SOLD,
      name: 'note_sell',
      rest: { method: 'POST', path: '/v1/notes' },
      output: z.object({ text: z.string().describe('Text') }),
      run: async ({ text }) => {
        await this.#work(text);
        return { text };
      },
    });
  }

  #laterTool(): Tool {
    return defineTool({
      ...SOLD,
      name: 'note_sell_later',
      rest: { method: 'POST', path: '/v1/later', statuses: [202] },
      output: z.object({ job_id: z.string().describe('Job') }),
      run: async ({ text }, { continueAs }) => {
        await this.#work(text);
        const jobId = await this.#queueJob();
        continueAs(jobId);
        return { job_id: jobId };
      },
    });
  }

  async #queueJob(): Promise<string> {
    const jobId = createId('job');
    const row = {
      job_id: jobId,
      owner_id: 'wallet',
      type: 'extract' as const,
      status: 'queued' as const,
      progress_pct: 0,
      created_at: systemClock.now(),
      price_credits: 10,
      parameters: '{}',
    };
    await this.#parts.database.query((db) => db.insertInto('jobs').values(row).execute());
    this.#jobs.push(jobId);
    return jobId;
  }
}

const SOLD = {
  title: 'Sell a note',
  family: 'capture' as const,
  description: 'Answer the text, for money.',
  input: z.strictObject({ text: z.string().describe('Text') }),
  price: { keys: ['extract_lean' as const], select: () => 'extract_lean' as const },
  auth: 'owner' as const,
  effect: 'create' as const,
  deadlineMs: 20_000,
  errors: ['DOCUMENT_UNSUPPORTED' as const],
  examples: [{ title: 'One', input: { text: 'a' } }],
};
