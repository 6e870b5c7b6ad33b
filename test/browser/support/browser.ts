import { existsSync } from 'node:fs';
import { source as axe } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Where Debian, Fedora and Alpine, and Google put it. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Chromium runs without a sandbox in containers, and looks up no name: it must call nobody but the service. */
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Other test runs share the machine: a slow one must not look like a broken page. */
const PATIENCE_MS = 60_000;
jest.setTimeout(4 * PATIENCE_MS);

/** Settings of a service under test that waits for a slow database rather than refuse a request. */
export const PATIENT = { DATABASE_TIMEOUT_MS: '30000' } as const;

/** Chromium reports each response with an error status; tests look at responses themselves. */
const REFUSED_RESPONSE = /^Failed to load resource: the server responded with a status of 4\d\d/;

/** How a person looks at the page. */
export interface View {
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  javaScript?: boolean;
}

/** Returns the path of Chromium; CI has it, so that a missing one fails there instead of skipping tests. */
function chromiumPath(): string | null {
  const path = [process.env.CHROMIUM ?? '', ...PLACES].find((it) => existsSync(it));
  if (path !== undefined) return path;
  if (process.env.CI !== undefined) return PLACES[0] ?? null;
  process.stderr.write(
    'Chromium is not installed (Debian: apt-get install chromium; or its path in CHROMIUM): the browser tests are skipped\n',
  );
  return null;
}

const executablePath = chromiumPath();

/** `describe` where there is a browser. */
export const describeInBrowser = executablePath === null ? describe.skip : describe;

/** Opens pages of a service in Chromium, and collects whatever is wrong with them. */
export class TestBrowser {
  /** Errors in the console, violations of the content security policy, and requests to other hosts. */
  readonly problems: string[] = [];
  private contexts: BrowserContext[] = [];

  private constructor(private readonly browser: Browser) {}

  static async launch(): Promise<TestBrowser> {
    const options = { ...(executablePath === null ? {} : { executablePath }), args: FLAGS };
    return new TestBrowser(await chromium.launch(options));
  }

  /** Opens a page with a profile of its own. @param url of the service */
  async open(
    url: string,
    { theme = 'light', width = 1280, height = 800, javaScript = true }: View = {},
  ): Promise<Page> {
    const context = await this.browser.newContext({
      baseURL: url,
      colorScheme: theme,
      viewport: { width, height },
      javaScriptEnabled: javaScript,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      acceptDownloads: true,
    });
    this.contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await this.watch(page, url);
    return page;
  }

  async closePages(): Promise<void> {
    const { contexts } = this;
    this.contexts = [];
    await Promise.all(contexts.map((it) => it.close()));
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private async watch(page: Page, url: string): Promise<void> {
    page.on('console', (message) => {
      const isError = message.type() === 'error' || message.text().includes('Content Security Policy');
      if (isError && !REFUSED_RESPONSE.test(message.text())) this.problems.push(`console: ${message.text()}`);
    });
    page.on('pageerror', (error) => this.problems.push(`error: ${error.message}`));
    page.on('response', (response) => {
      if (response.status() >= 500) this.problems.push(`${response.status()}: ${response.url()}`);
    });
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(url) || /^(?:data|blob):/.test(request.url());
      if (!isOwn) this.problems.push(`request: ${request.url()}`);
    });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`Content Security Policy: ${event.violatedDirective} refuses ${event.blockedURI}`);
      });
    });
  }
}

/** Opens one browser for the tests of this block, and fails each test that leaves a problem. */
export function useBrowser(): TestBrowser {
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    browser = await TestBrowser.launch();
  });
  afterEach(async () => {
    await browser?.closePages();
    expect(browser?.problems.splice(0)).toEqual([]);
  });
  afterAll(() => browser?.close());
  return new Proxy({} as TestBrowser, {
    get: (_, name) => {
      if (browser === undefined) throw new Error('The browser has not started: use it in a test or a hook.');
      const value: unknown = Reflect.get(browser, name);
      return typeof value === 'function' ? (value.bind(browser) as unknown) : value;
    },
  });
}

/** Returns what axe finds wrong with the page, as rule and element. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe: engine } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await engine.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((it) => `${id}: ${it.target.join(' ')} ${it.failureSummary ?? ''}`),
    );
  });
}
