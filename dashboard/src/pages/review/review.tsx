import { CheckCircle2 } from 'lucide-react';
import { useScope } from '../../api/session';
import { Card, Empty, Page } from '../../ui';
import { CollectionTable } from '../payments/collection-table';
import { DisputeTable } from '../payments/dispute-table';
import { PaymentTable } from '../payments/payment-table';

/** Money about which a person has to decide, or of which nobody knows yet what became of it. */
export function ReviewPage() {
  const mayReadDisputes = useScope('disputes:read');
  const mayReadCollections = useScope('collections:read');
  return (
    <Page title="Needs review">
      <Card title="Payments to decide about" padded={false}>
        <PaymentTable
          ofAll
          query={{ needs_review: true }}
          empty={
            <Empty title="Nothing needs a decision" icon={CheckCircle2}>
              Here is money that arrived beyond what was due and could not be sent back by itself, and refunds
              that failed.
            </Empty>
          }
        />
      </Card>
      {mayReadDisputes && (
        <Card title="Disputes that need a response" padded={false}>
          <DisputeTable
            ofAll
            query={{ status: 'needs_response' }}
            empty={
              <Empty title="No dispute waits for you" icon={CheckCircle2}>
                When a payer disputes a payment, evidence has to be handed in at the provider before the
                deadline.
              </Empty>
            }
          />
        </Card>
      )}
      {mayReadCollections && (
        <Card title="Collections with a lost answer" padded={false}>
          <CollectionTable
            of="all"
            query={{ status: 'unknown' }}
            empty={
              <Empty title="Nothing is unknown" icon={CheckCircle2}>
                When the answer of a provider is lost, it is asked what became of the request. Nothing is sent
                again before it has said so.
              </Empty>
            }
          />
        </Card>
      )}
    </Page>
  );
}
