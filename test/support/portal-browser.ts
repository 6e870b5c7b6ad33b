/** What a page answered. */
export interface PageAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly headers: Headers;
  readonly text: string;
}

/** Opens pages of the portal as a browser does: keeps the cookie, says who sends a form, follows no redirect. */
export class PortalBrowser {
  /** The cookies as they were set, the last one first. */
  readonly cookies: string[] = [];

  constructor(private readonly baseUrl: string) {}

  open(url: string): Promise<PageAnswer> {
    return this.send(url, { method: 'GET' });
  }

  get(path: string): Promise<PageAnswer> {
    return this.open(this.baseUrl + path);
  }

  /** Sends a form. @param sender the headers by which the browser says which page has sent it */
  post(
    path: string,
    sender: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: this.baseUrl },
  ): Promise<PageAnswer> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...sender };
    return this.send(this.baseUrl + path, { method: 'POST', headers });
  }

  private async send(url: string, init: { method: string; headers?: Record<string, string> }) {
    const cookie = this.cookies[0]?.split(';')[0] ?? '';
    const response = await fetch(url, {
      ...init,
      headers: { 'accept-language': 'en', ...init.headers, ...(cookie === '' ? {} : { cookie }) },
      redirect: 'manual',
    });
    this.cookies.unshift(...response.headers.getSetCookie());
    const { status, headers } = response;
    return { status, location: headers.get('location'), headers, text: await response.text() };
  }
}
