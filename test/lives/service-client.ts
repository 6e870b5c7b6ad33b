/** A response of the service. */
export interface Response<T = unknown> {
  status: number;
  body: T;
}

/** Requests of one organization. */
export class ServiceClient {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  async send<T>(method: string, path: string, body?: object): Promise<Response<T>> {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.key}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T };
  }

  /** A request that must succeed. */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send<T>(method, path, body);
    if (response.status >= 300) {
      throw new Error(
        `${method} ${path} ${JSON.stringify(body)}: ${response.status} ${JSON.stringify(response.body)}`,
      );
    }
    return response.body;
  }
}
