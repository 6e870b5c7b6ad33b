import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { signOut, useSession } from '../api/session';
import { applyTheme, currentTheme, type Theme } from '../lib/theme';
import { Button } from '../ui/button';

/** Whose key is used, the theme, and the way out. */
export function UserMenu() {
  const { api_key: key } = useSession();
  const [theme, setTheme] = useState(currentTheme);
  const client = useQueryClient();
  const navigate = useNavigate();
  const change = (next: Theme) => {
    setTheme(next);
    applyTheme(next);
  };
  const leave = () => void navigate({ to: '/sign-in' }).then(() => signOut(client));
  return (
    <div className="space-y-2 border-t border-line p-3">
      <label className="flex items-center justify-between gap-2 text-xs text-muted">
        Theme
        <select
          className="input !min-h-7 !w-auto !py-0.5 text-xs"
          value={theme}
          onChange={(event) => change(event.target.value as Theme)}
        >
          <option value="system">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      <div className="flex items-center justify-between gap-2">
        <span className="min-w-0 truncate text-xs text-muted" title={key.key_prefix}>
          {key.name}
        </span>
        <Button kind="quiet" className="!min-h-7 !px-2 text-xs" onClick={leave}>
          <LogOut size={14} aria-hidden /> Sign out
        </Button>
      </div>
    </div>
  );
}
