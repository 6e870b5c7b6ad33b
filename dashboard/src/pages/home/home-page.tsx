import { PageTitle } from '../../ui/layout';
import { Checklist } from './checklist';
import { DeliveriesCard, ReconciliationCard } from './figures';
import { LastEvents } from './last-events';
import { ReceivablesCard, RecurringCard } from './money-figures';

export function HomePage() {
  return (
    <>
      <PageTitle title="Home" />
      <div className="flex flex-col gap-4">
        <Checklist />
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
          <RecurringCard />
          <ReceivablesCard />
          <DeliveriesCard />
          <ReconciliationCard />
        </div>
        <LastEvents />
      </div>
    </>
  );
}
