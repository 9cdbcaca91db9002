/** A network that egress may reach besides public unicast (AFFIANT_ALLOW_NETWORKS). */
export interface AllowedNetwork {
  /** e.g. `127.0.0.0/8` or `fd00::/8`. */
  readonly cidr: string;
  /** Only this port, or every port when null. */
  readonly port: number | null;
}

/** One certificate chain seen on a connection, leaf first. */
export interface TlsFacts {
  /** e.g. `TLSv1.3`. */
  readonly version: string;
  readonly cipher: string;
  /** DER certificates, leaf first. */
  readonly chain: readonly Uint8Array[];
}

/** One hop of a guarded fetch: an answer that redirected, or the last one. */
export interface FetchHop {
  readonly url: string;
  readonly status: number;
  /** `[name, value]` in wire order, names lower case. */
  readonly headers: readonly (readonly [string, string])[];
  /** Target of the redirect as an absolute URL, null on the last hop. */
  readonly location: string | null;
  /** The address that was connected to. */
  readonly peerAddress: string;
  /** All addresses that the name resolved to; empty for a literal. */
  readonly dnsAnswers: readonly string[];
  readonly protocol: 'http/1.1' | 'h2';
  readonly tls: TlsFacts | null;
}

export interface GuardedFetchRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent only on hops whose origin equals the origin of `url`; each hop is judged anew. */
  readonly scopedHeaders?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** 0 makes the first redirect the answer. Default 5. */
  readonly maxRedirects?: number;
  /** Most bytes of body read after decoding. */
  readonly maxBytes: number;
  /** Whole time of the call, all hops. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface GuardedFetchResponse {
  /** Every hop in order; the last one is the answer. */
  readonly hops: readonly FetchHop[];
  readonly finalUrl: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The body without content encoding, cut at `maxBytes`. */
  readonly body: Uint8Array;
  /** The body was longer than `maxBytes`. */
  readonly truncated: boolean;
  /** `wire`: the bytes as they came; `decoded`: a content encoding was taken off. */
  readonly bodyFidelity: 'wire' | 'decoded';
  /** Hops that carried `scopedHeaders`. */
  readonly scopedHeaderRequests: number;
}

/**
 * The one way out of the process: resolve all records, every address must be allowed, pin the address,
 * no automatic redirects, byte and time budget (design.md 5.1).
 */
export interface GuardedFetcher {
  /**
   * @throws EvidenceError `URL_BLOCKED` (scheme, port, address or redirect not allowed),
   *   `URL_UNREACHABLE` (DNS, refused, reset, TLS, time).
   */
  fetch(request: GuardedFetchRequest): Promise<GuardedFetchResponse>;
}

/** One request the browser made through the proxy. */
export interface ProxiedExchange {
  /** `https://host:port` for a tunnel (its content is not seen), the full URL for plain http. */
  readonly target: string;
  readonly host: string;
  readonly port: number;
  readonly address: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

/** One request that the proxy refused. */
export interface ProxyDenial {
  readonly url: string;
  readonly host: string;
  readonly address: string | null;
  readonly reason:
    | 'address'
    | 'port'
    | 'scheme'
    | 'malformed'
    | 'dns'
    | 'credential'
    | 'browser-service'
    | 'offline'
    | 'budget';
}

/** The proxy's record of one capture. */
export interface ProxySession {
  /**
   * Credential that the browser context of this capture presents. Its first page fetches
   * `EGRESS_SIGN_IN_URL` before anything else, so that the browser sends it with every request.
   */
  readonly username: string;
  readonly password: string;
  readonly exchanges: readonly ProxiedExchange[];
  readonly denials: readonly ProxyDenial[];
  /** Ends the session: open connections are cut and the credential is void. */
  close(): void;
}

/** The filtering proxy, the browser's only way out (design.md 5.2). */
export interface EgressProxy {
  /** `http://127.0.0.1:port`. */
  readonly serverUrl: string;
  openSession(limits: { readonly maxBytes: number; readonly offline?: boolean }): ProxySession;
  close(): Promise<void>;
}
