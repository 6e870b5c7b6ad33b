import { Link } from '@tanstack/react-router';

const LOOK = {
  className: 'rounded-md px-2.5 py-1 text-text',
  activeOptions: { exact: true, includeSearch: false },
  activeProps: { className: 'bg-accent-soft font-medium' },
};

/** The two lists of dunning. */
export function DunningTabs() {
  return (
    <nav aria-label="Parts of dunning" className="mb-3 flex flex-wrap gap-1">
      <Link to="/dunning" {...LOOK}>
        Campaigns
      </Link>
      <Link to="/dunning/requests" {...LOOK}>
        Payment requests
      </Link>
    </nav>
  );
}
