// The table that both contestants other than the service insert into.
export const CREATE = `CREATE TABLE IF NOT EXISTS usage_event (
  id uuid PRIMARY KEY,
  transaction_id text NOT NULL UNIQUE,
  code text NOT NULL,
  external_subscription_id text NOT NULL,
  timestamp timestamptz NOT NULL,
  properties jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now())`;
