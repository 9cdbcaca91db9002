import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestService, type TestService } from '../../support/api.ts';
import { clientV2, decodePayment, encodePayment, PAY_TO } from '../../support/wallets.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ AFFIANT_X402_PAY_TO: PAY_TO });
}, 60_000);
afterAll(() => service.close());

const file = (text: string) => ({ base64: Buffer.from(text).toString('base64'), filename: 'a.txt' });
const lean = (text: string) => ({ name: 'extract', arguments: { file: file(text), store: false } });

/** An SDK client of the older era: it checks structured answers against the output schema, also in errors. */
async function connect(headers: Record<string, string> = {}): Promise<LegacyClient> {
  const client = new LegacyClient({ name: 'payer', version: '1' });
  await client.connect(
    new LegacyTransport(new URL(`${service.baseUrl}/mcp`), { requestInit: { headers } }) as Parameters<
      typeof client.connect
    >[0],
  );
  await client.listTools();
  return client;
}

type Required = Parameters<ReturnType<typeof clientV2>['createPaymentPayload']>[0];

const pay = async (required: unknown) => clientV2().createPaymentPayload(required as Required);

describe('over MCP a wallet', () => {
  it('is told the price in the result, twice the same, and pays in _meta', async () => {
    const client = await connect();
    const unpaid = await client.callTool(lean('over mcp'));
    expect(unpaid.isError).toBe(true);
    expect(unpaid.structuredContent).toMatchObject({
      x402Version: 2,
      resource: { url: 'mcp://tool/extract' },
      accepts: [{ scheme: 'exact', network: 'eip155:84532', amount: '10000', payTo: PAY_TO }],
    });
    const [content] = unpaid.content as { text: string }[];
    expect(JSON.parse(content?.text ?? '')).toEqual(unpaid.structuredContent);

    const payment = await pay(unpaid.structuredContent);
    const meta = { 'x402/payment': payment };
    const paid = await client.callTool({ ...lean('over mcp'), _meta: meta });
    expect(paid.isError).toBeFalsy();
    expect((paid.structuredContent as Json)['markdown']).toContain('over mcp');
    const receipt = paid._meta?.['x402/payment-response'] as Json;
    expect(receipt).toMatchObject({ success: true, network: 'eip155:84532' });

    const again = await client.callTool({ ...lean('over mcp'), _meta: meta });
    expect(again.structuredContent).toEqual({
      already_delivered: true,
      transaction: receipt['transaction'],
    });
    await client.close();
  });

  it('pays in version 1 just as well', async () => {
    const client = await connect();
    const unpaid = await client.callTool(lean('version one'));
    const { payload } = (await pay(unpaid.structuredContent)) as unknown as Json;
    const v1 = { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload };
    const paid = await client.callTool({ ...lean('version one'), _meta: { 'x402/payment': v1 } });
    expect((paid.structuredContent as Json)['status']).toBe('complete');
    await client.close();
  });

  it('may pay by a header of the request that carries the call', async () => {
    const client = await connect();
    const unpaid = await client.callTool(lean('by header'));
    const header = encodePayment(await pay(unpaid.structuredContent));
    expect(decodePayment(header).x402Version).toBe(2);
    const paying = await connect({ 'payment-signature': header });
    const paid = await paying.callTool(lean('by header'));
    expect((paid.structuredContent as Json)['status']).toBe('complete');
    await Promise.all([client.close(), paying.close()]);
  });

  it('is told why a payment was not taken, and how to pay', async () => {
    const client = await connect();
    const unpaid = await client.callTool(lean('forged'));
    const payment = (await pay(unpaid.structuredContent)) as unknown as Json & { payload: Json };
    const forged = { ...payment, payload: { ...payment.payload, signature: `0x${'22'.repeat(64)}1b` } };
    const refused = await client.callTool({ ...lean('forged'), _meta: { 'x402/payment': forged } });
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toMatchObject({ x402Version: 2 });
    expect(refused._meta?.['affiant/error']).toMatchObject({ code: 'PAYMENT_INVALID', charged: false });
    const malformed = await client.callTool({ ...lean('forged'), _meta: { 'x402/payment': 'x' } });
    expect(malformed._meta?.['affiant/error']).toMatchObject({ code: 'PAYMENT_MALFORMED' });
    await client.close();
  });
});
