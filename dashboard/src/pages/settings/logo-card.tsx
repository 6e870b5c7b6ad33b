import type { Organization } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import { Card } from '../../ui/layout';
import { LOGO } from './settings-fields';

/** The logo on documents. The API returns only its digest. */
export function LogoCard({ organization }: { organization: Organization }) {
  const { logo_sha256: digest } = organization;
  return (
    <Card
      title="Logo"
      action={
        <span className="flex flex-wrap gap-2">
          <EditButton
            title="Logo"
            label={digest === null ? 'Add a logo' : 'Replace logo'}
            fields={LOGO}
            load={() => billing.organizations.getCurrent()}
            send={(body, options) => billing.organizations.updateCurrent(body, options)}
          />
          {digest !== null && (
            <ConfirmButton
              label="Remove logo"
              look="danger"
              act={() => billing.organizations.updateCurrent({ logo: null })}
            >
              Documents that become final from now on have no logo.
            </ConfirmButton>
          )}
        </span>
      }
    >
      {digest === null ? (
        <p className="text-muted">No logo. Documents show the name of the organization.</p>
      ) : (
        <p className="text-muted">
          Documents show your logo. SHA-256: <code className="break-all">{digest}</code>
        </p>
      )}
    </Card>
  );
}
