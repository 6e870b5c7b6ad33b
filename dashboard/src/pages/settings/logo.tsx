import { useId, useState, type ChangeEvent } from 'react';
import { change } from '../../api/client';
import { useRecord, useRefresh } from '../../api/hooks';
import { messageOf } from '../../lib/errors';
import { Button, Card, ErrorNote, toast, useAction } from '../../ui';

/** Returns the bytes of a file in base64. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (it) => String.fromCharCode(it)).join(''));
}

/** The logo on documents. */
export function Logo({ mayWrite }: { mayWrite: boolean }) {
  const { data } = useRecord('/v1/organizations/current/logo', { every: false });
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  const refresh = useRefresh();
  const remove = useAction(() => change('delete', '/v1/organizations/current/logo'), 'The logo is removed.');
  const set = async (file: File) => {
    setError(null);
    try {
      const body = { content: await base64Of(file) };
      await change('put', '/v1/organizations/current/logo', { body, etag: data?.etag });
      await refresh();
      toast('The logo is set.');
    } catch (reason) {
      setError(messageOf(reason));
    }
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file !== undefined) void set(file);
    target.value = '';
  };
  const { content = null, content_type: type = null } = data?.body ?? {};
  return (
    <Card title="Logo">
      {content !== null && type !== null ? (
        <img
          alt="Logo of the organization"
          src={`data:${type};base64,${content}`}
          className="mb-4 max-h-24 rounded bg-white p-2"
        />
      ) : (
        <p className="mb-4 text-muted">No logo: documents show the name.</p>
      )}
      {error !== null && <ErrorNote className="mb-4">{error}</ErrorNote>}
      {mayWrite && (
        <div className="flex flex-wrap items-end gap-3">
          <div>
            <label htmlFor={id} className="mb-1 block font-medium">
              PNG or JPEG, at most 256 KB
            </label>
            <input id={id} type="file" accept="image/png,image/jpeg" className="input" onChange={choose} />
          </div>
          {content !== null && (
            <Button kind="danger" busy={remove.busy} onClick={remove.run}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
