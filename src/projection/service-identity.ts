/** How the service introduces itself in every discovery document. */
export interface ServiceIdentity {
  /** Base of links, without trailing slash. */
  readonly baseUrl: string;
  readonly version: string;
  /** CAIP-2 id of the chain that wallets sign in for; absent where no wallet can. */
  readonly signInNetwork?: string;
}

export const SERVICE_NAME = 'Affiant';
export const SERVICE_SUMMARY =
  'Captures a document (URL or upload) into a signed, tamper-evident evidence bundle, proves quotes from it and verifies it later.';
