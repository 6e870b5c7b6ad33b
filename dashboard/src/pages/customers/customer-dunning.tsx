import type { AssignDunningCampaign, Customer, DunningCampaign } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { EditButton } from '../../ui/form/edit-button';
import { Badge, Card } from '../../ui/layout';
import { RequestPayment } from '../dunning/new-payment-request';

/** The campaign that requests payment of the overdue invoices of a customer, and its requests. */
export function DunningCard({ customer }: { customer: Customer }) {
  const { id } = customer;
  const { data } = useLive(['customer', id, 'dunning'], async (signal) => {
    const [assigned, campaigns, requests] = await Promise.all([
      billing.customers.getDunningCampaign(id, { signal }),
      billing.dunningCampaigns.list({ limit: 100 }, { signal }),
      billing.paymentRequests.list({ customer_id: id, limit: 5 }, { signal }),
    ]);
    return {
      assignedId: assigned.dunning_campaign_id,
      campaigns: campaigns.items,
      requests: requests.items,
    };
  });
  if (data === undefined) return null;
  const { assignedId, campaigns, requests } = data;
  return (
    <Card title="Dunning" action={<Assign id={id} campaigns={campaigns} />}>
      <p className="mb-3">{summaryOf(assignedId, campaigns)}</p>
      {requests.length > 0 && (
        <ul className="mb-3 flex flex-col gap-1">
          {requests.map((it) => (
            <li key={it.id} className="flex flex-wrap justify-between gap-2">
              <Link to="/dunning/requests/$id" params={{ id: it.id }}>
                Payment request of <Amount cents={it.amount_cents} currency={it.currency} />
              </Link>
              <Badge>{it.payment_status}</Badge>
            </li>
          ))}
        </ul>
      )}
      <RequestPayment customerId={id} />
    </Card>
  );
}

function summaryOf(assignedId: string | null, campaigns: readonly DunningCampaign[]): string {
  if (assignedId !== null) {
    const assigned = campaigns.find((it) => it.id === assignedId);
    return `Campaign: ${assigned?.name ?? assignedId}${assigned?.status === 'inactive' ? ', which is inactive' : ''}`;
  }
  const standard = campaigns.find((it) => it.applied_to_organization);
  return standard === undefined
    ? 'No campaign requests payment of overdue invoices.'
    : `Campaign: ${standard.name}, the default`;
}

function Assign({ id, campaigns }: { id: string; campaigns: readonly DunningCampaign[] }) {
  return (
    <EditButton
      title="Dunning campaign of the customer"
      label="Assign campaign"
      fields={[
        {
          name: 'dunning_campaign_id',
          label: 'Campaign',
          kind: 'select',
          options: [
            ['', 'The default of the organization'],
            ...campaigns.map((it) => [it.id, it.name] as const),
          ],
        },
      ]}
      load={() => billing.customers.getDunningCampaign(id)}
      send={(body, options) =>
        // Without a change, the body is empty, which the API refuses.
        'dunning_campaign_id' in body
          ? billing.customers.assignDunningCampaign(id, body as unknown as AssignDunningCampaign, options)
          : billing.customers.getDunningCampaign(id)
      }
    />
  );
}
