import type { Command } from 'commander';
import { billingPeriodOf } from '../domain/payment/billing-period.ts';
import { withAdministration } from './beside-service.ts';
import { type LedgerRow, monthNamed, ownerNamed, readLedger } from './ledger-rows.ts';
import type { CommandContext } from './terminal.ts';

interface LedgerOptions {
  readonly month?: string;
  readonly csv?: boolean;
  readonly json?: boolean;
}

/** `affiant ledger <owner>`: the statement of one owner's month. */
export function addLedgerCommand(program: Command, context: CommandContext): void {
  program
    .command('ledger')
    .argument('<owner>', 'id of an owner, a wallet’s address, or id of an API key')
    .description('print what an owner was charged in a month, entry by entry')
    .option('--month <month>', 'YYYY-MM in UTC; default: this month')
    .option('--csv', 'print CSV')
    .option('--json', 'print JSON')
    .action((owner: string, options: LedgerOptions) => printLedger(context, owner, options));
}

async function printLedger(
  context: CommandContext,
  owner: string,
  { month, csv, json }: LedgerOptions,
): Promise<void> {
  const { stdout } = context.terminal;
  const whose = {
    ownerId: ownerNamed(owner),
    period: month ? monthNamed(month) : billingPeriodOf(new Date()),
  };
  const print = json ? printJson : csv ? printCsv : printText;
  await withAdministration(context, async ({ readLedgerPage }) => {
    for await (const text of print(readLedger(readLedgerPage, whose), whose)) stdout.write(text);
  });
}

type Whose = Readonly<Record<'ownerId' | 'period', string>>;
type Rows = AsyncIterable<LedgerRow>;

async function* printText(rows: Rows, { ownerId, period }: Whose) {
  let last: LedgerRow | null = null;
  for await (const row of rows) {
    last = row;
    const change = `${row.kind.padEnd(8)}${String(row.credits).padStart(6)}`;
    yield `${row.at}  ${change}  ${row.operation.padEnd(22)}  used ${row.credits_used}, reserved ${row.credits_reserved}\n`;
  }
  yield last
    ? `${ownerId} used ${last.credits_used} credits in ${period}; ${last.credits_reserved} are reserved.\n`
    : `${ownerId} was charged nothing in ${period}.\n`;
}

const COLUMNS = [
  'seq',
  'at',
  'kind',
  'operation',
  'credits',
  'credits_used',
  'credits_reserved',
  'charge_id',
  'job_id',
  'transaction',
] as const;

/** RFC 4180. All values are ours: none holds a comma, a quote or a line end. */
async function* printCsv(rows: Rows) {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const row of rows) yield `${COLUMNS.map((column) => row[column] ?? '').join(',')}\r\n`;
}

async function* printJson(rows: Rows, { ownerId, period }: Whose) {
  yield `${JSON.stringify({ owner_id: ownerId, billing_period: period }).slice(0, -1)},"entries":[`;
  let separator = '';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',';
  }
  yield ']}\n';
}
