import type { Schemas } from '@billing-service/sdk';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { messageOf } from '../../lib/errors';
import { Button, Card, Code, Copy, ErrorNote, Fact, Facts, Time } from '../../ui';

const LINK =
  'inline-flex min-h-9 items-center gap-1.5 rounded-[7px] border border-line px-3 font-medium hover:bg-raised';
/** Seconds that a link works: thirty days. */
const LINK_SECONDS = 30 * 86_400;

interface DocumentProps {
  invoice: Schemas['Invoice'];
}

/** The document of an invoice: to look at, to keep, and to pass on. */
export function InvoiceDocument({ invoice }: DocumentProps) {
  const { id, status, document_sha256: hash } = invoice;
  const address = `/dashboard/api/v1/invoices/${id}/document`;
  return (
    <Card title="Document">
      <div className="mb-4 flex flex-wrap gap-2">
        <a className={LINK} href={address} target="_blank" rel="noreferrer">
          <FileText size={15} aria-hidden /> Open<span className="sr-only"> the document in a new tab</span>
        </a>
        <a className={LINK} href={`${address}.pdf`} download>
          Download the PDF
        </a>
        {status !== 'draft' && (
          <a className={LINK} href={`${address}?stamp=current`} target="_blank" rel="noreferrer">
            Open with its state as a stamp<span className="sr-only"> in a new tab</span>
          </a>
        )}
      </div>
      {status === 'draft' ? (
        <p className="text-muted">A draft has no number yet, and its document says that it is a draft.</p>
      ) : (
        <Facts>
          <Fact label="SHA-256 of the PDF">{hash === null ? 'being rendered' : <Code>{hash}</Code>}</Fact>
        </Facts>
      )}
      {status !== 'draft' && <PublicLink id={id} />}
    </Card>
  );
}

function PublicLink({ id }: { id: string }) {
  const [link, setLink] = useState<Schemas['DocumentLink'] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const mayShare = useScope('invoices:write');
  const create = () => {
    change('post', '/v1/invoices/{id}/document_link', { path: { id }, body: { expires_in: LINK_SECONDS } })
      .then(setLink)
      .catch((reason: unknown) => setError(messageOf(reason)));
  };
  if (!mayShare) return null;
  return (
    <div className="mt-4 border-t border-line pt-4">
      {error !== null && <ErrorNote className="mb-3">{error}</ErrorNote>}
      {link === null ? (
        <Button onClick={create}>Create a link for the customer</Button>
      ) : (
        <p role="status" className="flex flex-wrap items-center gap-2">
          <Code>{link.url}</Code>
          <Copy text={link.url} label="Copy the link" />
          <span className="text-muted">
            until <Time at={link.expires_at} />
          </span>
        </p>
      )}
    </div>
  );
}
