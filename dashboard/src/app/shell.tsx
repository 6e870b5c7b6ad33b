import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useOrganization } from '../api/hooks';
import { signOut, useSession } from '../api/session';
import { Button } from '../ui/button';
import { Alert, PageTitle } from '../ui/layout';
import { NAVIGATION } from './navigation';
import { Search } from './search';
import { SignInAgain } from './sign-in-again';
import { useTheme, type Theme } from './theme';

const SignInPage = lazy(() =>
  import('../pages/sign-in/sign-in-page').then((it) => ({ default: it.SignInPage })),
);

/** What every page has around it: navigation, theme, sign-out; and the sign-in in place of a page without a session. */
export function Shell() {
  const { session } = useSession();
  const { pathname } = useLocation();
  useEffect(() => {
    scrollTo(0, 0); // browsers keep the position when only the page's content changes
  }, [pathname]);
  if (session === null) {
    return (
      <Suspense>
        <SignInPage />
      </Suspense>
    );
  }
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_1fr]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-panel focus:p-3"
      >
        Skip to content
      </a>
      <Sidebar />
      <main id="content" tabIndex={-1} className="min-w-0 p-4 outline-none md:p-6">
        <Outlet />
      </main>
      <SignInAgain />
    </div>
  );
}

function Sidebar() {
  const organization = useOrganization()?.name ?? '';
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const [shownAt, setShownAt] = useState(pathname);
  // Closes the menu of a phone when a link has been followed.
  if (shownAt !== pathname) {
    setShownAt(pathname);
    setOpen(false);
  }
  return (
    <header className="border-line bg-panel max-md:border-b md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-e">
      <div className="flex items-center justify-between gap-2 p-4">
        <Link to="/" className="truncate font-semibold text-text" title={organization}>
          {organization}
        </Link>
        <Button
          className="md:hidden"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </Button>
      </div>
      <div id="navigation" className={`flex-col px-2 pb-4 md:flex ${isOpen ? 'flex' : 'hidden'}`}>
        <Search />
        <Navigation />
        <Account />
      </div>
    </header>
  );
}

function Navigation() {
  const { settings } = useSession();
  return (
    <nav aria-label="Pages">
      {NAVIGATION.map(({ title, pages }) => (
        <div key={title} className="mb-3">
          {title !== null && <p className="px-2 pb-1 text-xs font-semibold text-muted">{title}</p>}
          <ul>
            {pages
              .filter(({ to }) => to !== '/test-clock' || settings.test_clock)
              .map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    activeOptions={{ exact: to === '/' }}
                    className="block rounded-md px-2 py-1.5 text-text no-underline hover:bg-accent-soft hover:no-underline"
                    activeProps={{ className: 'bg-accent-soft font-medium' }}
                  >
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Account() {
  const [theme, setTheme] = useTheme();
  return (
    <div className="mt-2 flex flex-col gap-2 border-t border-line px-2 pt-3">
      <a href="/docs" className="text-text">
        API documentation
      </a>
      <label>
        <span className="text-muted">Theme</span>
        <select value={theme} onChange={(it) => setTheme(it.target.value as Theme)}>
          <option value="system">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <Button onClick={() => void signOut()}>Sign out</Button>
    </div>
  );
}

export function NotFound() {
  return (
    <>
      <PageTitle title="There is no page at this address" />
      <Link to="/">Go to the home page</Link>
    </>
  );
}

export function Failure({ message }: { message: string }) {
  return (
    <main className="p-6">
      <Alert>{message}</Alert>
      <p className="mt-3">
        <a href="/dashboard/">Load the dashboard again</a>
      </p>
    </main>
  );
}
