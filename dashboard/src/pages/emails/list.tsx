import { useSearch } from '@tanstack/react-router';
import { Card, Page } from '../../ui';
import { FilterLinks } from '../../ui/filter-links';
import { EmailTable } from './email-table';

const VIEWS = [
  { value: 'pending', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'bounced', label: 'Bounced' },
  { value: 'failed', label: 'Failed' },
] as const;

/** All e-mails to customers, by how they went. */
export function EmailsPage() {
  const { view } = useSearch({ strict: false });
  return (
    <Page title="E-mails">
      <FilterLinks label="Views" name="view" options={VIEWS} />
      <Card padded={false}>
        <EmailTable query={{ state: VIEWS.find(({ value }) => value === view)?.value }} />
      </Card>
    </Page>
  );
}
