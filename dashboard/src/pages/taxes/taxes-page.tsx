import type { CreateTax, Tax } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import { FormButton } from '../../ui/form/form-button';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { List } from '../../ui/list';
import { CATEGORIES, TAX_CHANGES, TAX_FIELDS } from './tax-fields';
import { taxesRoute } from './routes';

export function TaxesPage() {
  const search = taxesRoute.useSearch();
  return (
    <>
      <PageTitle
        title="Taxes"
        hint="The taxes of the plan apply; if it has none, those of the customer; otherwise those that apply to everything."
      >
        <NewTax />
      </PageTitle>
      <List
        label="Taxes of the organization"
        search={search}
        load={(query, signal) => billing.taxes.list(query, { signal })}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Name', cell: (it) => it.name },
          { title: 'Code', cell: (it) => <code>{it.code}</code>, minor: true },
          { title: 'Rate', cell: (it) => `${it.rate} %`, align: 'end' },
          { title: 'Category', cell: categoryOf, minor: true },
          {
            title: 'Applies to',
            cell: (it) =>
              it.applied_to_organization ? (
                <Badge tone="info">everything</Badge>
              ) : (
                'plans and customers that name it'
              ),
            minor: true,
          },
          { title: 'Actions', cell: (it) => <Actions tax={it} />, align: 'end' },
        ]}
        empty={
          <Empty title="No taxes">
            Invoices have no taxes until you create one. A tax applies to everything, or to the plans and
            customers that name its code.
          </Empty>
        }
      />
    </>
  );
}

function categoryOf({ category }: Tax): string {
  return CATEGORIES.find(([code]) => code === category)?.[1] ?? category;
}

function NewTax() {
  return (
    <FormButton
      label="New tax"
      look="primary"
      submit="Create tax"
      fields={TAX_FIELDS}
      send={(body) => billing.taxes.create(body as unknown as CreateTax)}
    />
  );
}

function Actions({ tax }: { tax: Tax }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <EditButton
        title={`Edit ${tax.name}`}
        description="A changed rate applies to later calculations and to drafts. Finalized invoices keep their rate."
        fields={TAX_CHANGES}
        load={() => billing.taxes.get(tax.id)}
        send={(body, options) => billing.taxes.update(tax.id, body, options)}
      />
      <ConfirmButton label="Delete" look="danger" act={() => billing.taxes.delete(tax.id)}>
        Deletes the tax {tax.name}. A tax that applies to everything, a plan or a customer cannot be deleted.
      </ConfirmButton>
    </div>
  );
}
