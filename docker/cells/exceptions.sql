-- Prints the exceptions of an organization that lives in another cell than its keys and links say:
--   psql "$DATABASE_URL" -At -v organization=<id> -v cell=<cell> -f docker/cells/exceptions.sql >> exceptions.map
-- Run it in the cell that has the organization, as the owner of the tables, after each new key of it.

-- API keys, sessions of the dashboard and webhook URLs of payment providers: by hash.
SELECT key_hash || ' ' || :'cell' FROM api_keys WHERE organization_id = :'organization' AND status = 'active'
UNION ALL
SELECT token_hash || ' ' || :'cell' FROM dashboard_sessions
 WHERE organization_id = :'organization' AND expires_at > now()
UNION ALL
SELECT encode(sha256(convert_to(token, 'UTF8')), 'hex') || ' ' || :'cell' FROM payment_provider_connections
 WHERE organization_id = :'organization'
UNION ALL
-- Links to documents and portals, sessions of portals, and links to pay (which begin with a number for what is paid): by
-- the 21 characters of base64url that the id of the organization fills.
SELECT left(translate(encode(kind || decode(replace(:'organization', '-', ''), 'hex'), 'base64'), '+/', '-_'), 21)
       || ' ' || :'cell'
  FROM (VALUES ('\x'::bytea), ('\x00'::bytea), ('\x01'::bytea)) AS kinds (kind);
