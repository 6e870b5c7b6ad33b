import { includesScope, useSession } from '../../api/session';
import { Page, Tabs } from '../../ui';
import { AuditLog } from './audit-log';
import { EventCatalogue } from './event-catalogue';
import { ApiKeys } from './keys';
import { TestClock } from './test-clock';

/** What is for those who build on the API, or operate it. */
export function DevelopersPage() {
  const { api_key: key, test_clock: hasTestClock, features } = useSession();
  const tabs = [
    { name: 'keys', title: 'API keys', content: <ApiKeys />, scope: 'keys:read' },
    { name: 'events', title: 'Event catalogue', content: <EventCatalogue />, scope: 'webhooks:read' },
    { name: 'audit', title: 'Audit log', content: <AuditLog />, scope: 'audit_log:read' },
    ...(hasTestClock
      ? [{ name: 'clock', title: 'Test clock', content: <TestClock />, scope: 'test_clock:read' }]
      : []),
  ];
  return (
    <Page
      title="Developers"
      actions={
        features.docs && (
          <a href="/docs" className="text-link underline">
            API reference
          </a>
        )
      }
    >
      <Tabs label="For developers" tabs={tabs.filter(({ scope }) => includesScope(key.scopes, scope))} />
    </Page>
  );
}
