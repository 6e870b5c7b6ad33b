import { Link } from '@tanstack/react-router';
import { messageOf } from '../lib/errors';
import { Empty } from '../ui/empty';
import { Page } from '../ui/layout';

export function Starting() {
  return (
    <p role="status" className="p-8 text-muted">
      Loading …
    </p>
  );
}

export function NotFound() {
  return (
    <main className="p-8">
      <Page title="There is no such page">
        <Link to="/" className="text-link underline">
          Home
        </Link>
      </Page>
    </main>
  );
}

export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <main className="p-8">
      <Empty
        title="This page cannot be shown"
        action={
          <button type="button" className="text-link underline" onClick={reset}>
            Try again
          </button>
        }
      >
        {messageOf(error)}
      </Empty>
    </main>
  );
}
