import { Link, Outlet } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { includesScope, useSession } from '../api/session';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { Dialog } from '../ui/dialog';
import { Loading } from '../ui/empty';
import { Toasts } from '../ui/toast';
import { PLACES } from './navigation';
import { SearchDialog } from './search';
import { SessionExpired } from './session-expired';
import { UserMenu } from './user-menu';

/** The frame of every page: navigation, search, session. */
export function Shell() {
  const [isSearching, setSearching] = useState(false);
  const [isNavigating, setNavigating] = useState(false);
  useSlashKey(() => setSearching(true));
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-40 rounded bg-surface p-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line bg-surface md:flex">
        <Brand />
        <Navigation />
        <UserMenu />
      </aside>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-surface px-4 py-2 sm:px-6">
          <Button className="px-2 md:hidden" aria-label="Navigation" onClick={() => setNavigating(true)}>
            <MenuIcon size={18} aria-hidden />
          </Button>
          <button
            type="button"
            onClick={() => setSearching(true)}
            className="input flex max-w-md items-center gap-2 !text-muted"
          >
            <Search size={15} aria-hidden />
            <span className="flex-1 text-left">Search</span>
            <kbd className="rounded border border-line px-1.5 font-mono text-xs max-sm:hidden">/</kbd>
          </button>
        </header>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
      {isNavigating && (
        <Dialog title="Navigation" onClose={() => setNavigating(false)}>
          <Navigation onFollow={() => setNavigating(false)} />
          <UserMenu />
        </Dialog>
      )}
      <SessionExpired />
      <Toasts />
    </div>
  );
}

function Brand() {
  const { organization } = useSession();
  return (
    <div className="border-b border-line px-4 py-3">
      <p className="truncate font-semibold">{organization.name}</p>
      <p className="text-xs text-muted">{organization.test ? 'Test data' : 'Billing'}</p>
    </div>
  );
}

function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { api_key: key } = useSession();
  return (
    <nav aria-label="Main" className="flex-1 overflow-y-auto p-2">
      {PLACES.map((group) => (
        <ul key={group[0]?.to} className="mb-3">
          {group
            .filter(({ scope }) => scope === undefined || includesScope(key.scopes, scope))
            .map(({ to, title, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/' }}
                  {...(onFollow === undefined ? {} : { onClick: onFollow })}
                  className={cx(
                    'flex min-h-9 items-center gap-2.5 rounded-[7px] px-2.5 text-muted hover:bg-raised hover:text-ink',
                    'data-[status=active]:bg-accent-soft data-[status=active]:font-medium data-[status=active]:text-link',
                  )}
                >
                  <Icon size={16} aria-hidden />
                  {title}
                </Link>
              </li>
            ))}
        </ul>
      ))}
    </nav>
  );
}

/** `/` opens the search unless somebody is typing. */
function useSlashKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
