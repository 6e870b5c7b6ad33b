import type { CreateDunningCampaign, DunningCampaign } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import { formatMoney } from '../../ui/money';
import { CAMPAIGN_FIELDS, NEW_CAMPAIGN_FIELDS } from './campaign-fields';
import { DunningTabs } from './dunning-tabs';
import { campaignsRoute } from './routes';

export function CampaignsPage() {
  const search = campaignsRoute.useSearch();
  return (
    <>
      <PageTitle title="Dunning">
        <FormButton
          label="New campaign"
          look="primary"
          submit="Create campaign"
          fields={NEW_CAMPAIGN_FIELDS}
          send={(body) => billing.dunningCampaigns.create(body as unknown as CreateDunningCampaign)}
        />
      </PageTitle>
      <DunningTabs />
      <List
        label="Campaigns"
        search={search}
        load={(query, signal) => billing.dunningCampaigns.list(query, { signal })}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Name', cell: (it) => <Name of={it} /> },
          { title: 'Status', cell: (it) => <Badge>{it.status}</Badge> },
          {
            title: 'Attempts',
            cell: (it) => `${it.max_attempts}, every ${it.days_between_attempts} days`,
            minor: true,
          },
          {
            title: 'Thresholds',
            cell: (it) =>
              it.thresholds.map(({ currency, amount_cents: cents }) => (
                <span key={currency} className="block whitespace-nowrap tabular-nums">
                  {formatMoney(cents, currency)}
                </span>
              )),
            minor: true,
          },
          { title: 'Actions', cell: (it) => <Actions of={it} /> },
        ]}
        empty={
          <Empty title="No campaigns">
            A campaign requests payment when the overdue invoices of a customer reach a threshold, and repeats
            the request until it is paid or its attempts are used up.
          </Empty>
        }
      />
    </>
  );
}

function Name({
  of: { name, code, description, applied_to_organization: isDefault },
}: {
  of: DunningCampaign;
}) {
  return (
    <>
      {name} {isDefault && <Badge tone="info">default</Badge>}
      <span className="block font-normal text-muted">
        <code>{code}</code> {description}
      </span>
    </>
  );
}

function Actions({ of: { id, name } }: { of: DunningCampaign }) {
  return (
    <span className="flex flex-wrap gap-2">
      <EditButton
        title={`Edit ${name}`}
        fields={CAMPAIGN_FIELDS}
        load={() => billing.dunningCampaigns.get(id)}
        send={(body, options) => billing.dunningCampaigns.update(id, body, options)}
      />
      <ConfirmButton label="Delete" look="danger" act={() => billing.dunningCampaigns.delete(id)}>
        Customers with the campaign {name} fall back to the default of the organization. Open payment requests
        continue.
      </ConfirmButton>
    </span>
  );
}
