import { useQuery } from '@tanstack/react-query';
import { API } from '../../api/client';
import { Card } from '../../ui/layout';

/** An invoice or a credit note as its customer sees it. The version changes whenever the document may have changed. */
export function DocumentCard({ path: route, version }: { path: string; version: string }) {
  const path = `${API}${route}`;
  const { data } = useQuery({
    queryKey: ['document', path, version],
    queryFn: async ({ signal }) => (await fetch(path, { signal, headers: { accept: 'text/html' } })).text(),
    refetchInterval: false,
  });
  return (
    <Card
      title="Document"
      action={
        <span className="flex gap-3">
          <a href={path} target="_blank" rel="noreferrer">
            Open
          </a>
          <a href={`${path}.pdf`} target="_blank" rel="noreferrer">
            PDF
          </a>
        </span>
      }
    >
      {data !== undefined && (
        // Without allow-scripts and allow-same-origin, the document can neither run code nor use the session.
        <iframe
          title="Document"
          sandbox=""
          srcDoc={data}
          className="h-[32rem] w-full rounded border border-line bg-white"
        />
      )}
    </Card>
  );
}
