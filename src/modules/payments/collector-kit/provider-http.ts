/** A request to the API of a provider. */
export interface ProviderRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL, with its query. */
  readonly path: string;
  /** Secrets in headers are not recorded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The answer of a provider, or what is known without one. */
export type ProviderAnswer =
  | { kind: 'answered'; status: number; body: string }
  /** The request may have been received, and done. */
  | { kind: 'lost'; reason: string }
  /** The request was not sent. */
  | { kind: 'unsent'; reason: string };

/**
 * Sends requests to one provider: through the guarded client, with a deadline, never resent, and recorded with the
 * collection that they belong to.
 */
export interface ProviderHttp {
  send(request: ProviderRequest): Promise<ProviderAnswer>;
}
