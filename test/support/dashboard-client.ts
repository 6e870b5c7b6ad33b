import type supertest from 'supertest';
import type { TestApp } from './test-app';

/** What the pages of the dashboard send with each write. */
export const FROM_PAGE = { 'X-Requested-With': 'dashboard', 'Sec-Fetch-Site': 'same-origin' };

const API = '/dashboard/api';

/** What `GET /dashboard/api/session` returns. */
export interface SessionBody {
  organization: { id: string; name: string };
  api_key: { id: string; name: string; key_prefix: string; scopes: string[] };
  expires_at: string;
  idle_expires_at: string;
  test_clock: boolean;
  features: Record<string, boolean>;
}

/** A browser with the dashboard: it keeps the cookie that it is given. */
export class DashboardClient {
  cookie = '';

  constructor(
    private readonly app: TestApp,
    /** Of the address bar. */
    private readonly origin = app.url,
  ) {}

  get(path: string): supertest.Test {
    return this.app.request.get(`${API}${path}`).set('Cookie', this.cookie);
  }

  post(path: string, body?: object): supertest.Test {
    return this.write(this.app.request.post(`${API}${path}`)).send(body);
  }

  put(path: string, body?: object): supertest.Test {
    return this.write(this.app.request.put(`${API}${path}`)).send(body);
  }

  delete(path: string): supertest.Test {
    return this.write(this.app.request.delete(`${API}${path}`));
  }

  /** Exchanges a key for a session, and keeps its cookie. */
  async signIn(rawKey: string): Promise<SessionBody> {
    const response = await this.post('/session', { api_key: rawKey }).expect(201);
    this.keep(response);
    return response.body as SessionBody;
  }

  /** Keeps the cookie of a response, as a browser does. */
  keep(response: supertest.Response): void {
    const [cookie = ''] = cookiesOf(response);
    this.cookie = cookie.split(';')[0] ?? '';
  }

  private write(request: supertest.Test): supertest.Test {
    return request.set({ ...FROM_PAGE, Origin: this.origin, Cookie: this.cookie });
  }
}

/** Returns the Set-Cookie headers of a response. */
export function cookiesOf({ headers }: supertest.Response): string[] {
  return ((headers as Record<string, unknown>)['set-cookie'] as string[] | undefined) ?? [];
}
