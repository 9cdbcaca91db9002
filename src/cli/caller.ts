import type { Configuration } from '../composition/configuration.ts';
import type { ControlMethods } from '../composition/locked-service.ts';
import { EvidenceError } from '../core/error.ts';
import { createId } from '../core/id.ts';
import type { Call, CallResult, Pipeline } from '../operation/pipeline.ts';
import type { RunningService } from './beside-service.ts';

/** What a forwarded call carries over the socket: everything but functions. */
interface ForwardedCall {
  readonly operation: string;
  readonly input: unknown;
  readonly apiKeys: readonly string[];
  readonly requestId: string;
  readonly face: Call['face'];
  readonly idempotencyKey: string | null;
}

/** A pipeline that lives in the running service: stdio MCP and commands beside it use this. */
export function remotePipeline(running: RunningService): Pick<Pipeline, 'call'> {
  return {
    async call({ operation, input, credentials, requestId, face, idempotencyKey }) {
      const forwarded: ForwardedCall = {
        operation,
        input,
        apiKeys: credentials.apiKeys,
        requestId,
        face,
        idempotencyKey,
      };
      const { attachment, ...result } = (await running.call('call', forwarded)) as CallResult;
      return { ...result, attachment: attachment && { ...attachment, stream: notForwarded } };
    },
  };
}

/** Method by which a running service answers {@link remotePipeline}. The socket's mode is its authentication. */
export const callMethods: ControlMethods = {
  async call(service, params): Promise<CallResult> {
    const { apiKeys, ...call } = params as ForwardedCall;
    const credentials = { apiKeys, address: null, local: true };
    return service.pipeline.call({ ...call, credentials, signal: new AbortController().signal });
  },
};

const notForwarded = () => {
  throw new EvidenceError('INTERNAL', 'Bytes of an attachment are not sent over the control socket.');
};

/** A call as the operator: owner `local`, or the owner of `AFFIANT_API_KEY`. */
export const operatorCall = (configuration: Configuration, operation: string, input: unknown): Call => ({
  operation,
  input,
  credentials: {
    apiKeys: configuration.AFFIANT_API_KEY ? [configuration.AFFIANT_API_KEY] : [],
    address: null,
    local: true,
  },
  requestId: createId('req'),
  face: 'cli',
  idempotencyKey: null,
  signal: new AbortController().signal,
});
