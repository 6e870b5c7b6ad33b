import { Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { useScope } from '../../api/session';
import { Card, Code, Empty, LinkButton, ListView, Money, Page, Time } from '../../ui';

/** All plans. */
export function PlansPage() {
  const add = useScope('plans:write') && (
    <LinkButton to="/plans/new" kind="primary">
      Add a plan
    </LinkButton>
  );
  return (
    <Page title="Plans" actions={add}>
      <Card padded={false}>
        <ListView
          label="Plans"
          path="/v1/plans"
          empty={
            <Empty title="No plans yet" icon={Boxes} action={add}>
              A plan has a base price, and charges that put a price on usage.
            </Empty>
          }
          columns={[
            {
              title: 'Plan',
              cell: (it) => (
                <Link
                  to="/plans/$id"
                  params={{ id: it.id }}
                  className="font-medium text-link hover:underline"
                >
                  {it.name}
                </Link>
              ),
            },
            { title: 'Code', cell: (it) => <Code>{it.code}</Code>, isMinor: true },
            { title: 'Charges', cell: (it) => it.charges.length, isNumber: true, isMinor: true },
            { title: 'Version', cell: (it) => it.version, isNumber: true, isMinor: true },
            { title: 'Created', cell: (it) => <Time at={it.created_at} />, isMinor: true },
            {
              title: 'Price',
              cell: (it) => (
                <>
                  <Money cents={it.amount_cents} currency={it.currency} /> {it.interval}
                </>
              ),
              isNumber: true,
            },
          ]}
        />
      </Card>
    </Page>
  );
}
