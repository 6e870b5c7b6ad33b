import { PageTitle } from '../../ui/layout';
import { Checklist } from './checklist';
import { DeliveriesCard, InvoicesCard, ReconciliationCard } from './figures';
import { LastEvents } from './last-events';

export function HomePage() {
  return (
    <>
      <PageTitle title="Home" />
      <div className="flex flex-col gap-4">
        <Checklist />
        <div className="grid gap-4 lg:grid-cols-3">
          <InvoicesCard />
          <DeliveriesCard />
          <ReconciliationCard />
        </div>
        <LastEvents />
      </div>
    </>
  );
}
