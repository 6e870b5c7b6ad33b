// The tables of the job-queue contestants, and the statement that records an attempt. They store the minimum that a
// webhook sender on a job queue needs.

export const TABLES = `
  CREATE TABLE deliveries (
    id uuid PRIMARY KEY,
    payload text NOT NULL,
    status text NOT NULL DEFAULT 'pending',
    http_status integer,
    response text,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE attempts (
    delivery_id uuid NOT NULL REFERENCES deliveries (id),
    attempt_number integer NOT NULL,
    http_status integer,
    response_body text,
    success boolean NOT NULL,
    attempted_at timestamptz NOT NULL,
    PRIMARY KEY (delivery_id, attempt_number))`;

export const INSERT_DELIVERIES = `
  INSERT INTO deliveries (id, payload) SELECT * FROM unnest($1::uuid[], $2::text[])`;

const RECORD = {
  name: 'record',
  text: `
    WITH attempt AS (
      INSERT INTO attempts (delivery_id, attempt_number, http_status, response_body, success, attempted_at)
      VALUES ($1, $2, $3, $4, $5, $6))
    UPDATE deliveries SET status = CASE WHEN $5 THEN 'succeeded' ELSE status END, http_status = $3, response = $4,
           updated_at = now()
     WHERE id = $1`,
};

/** Sends one delivery and records its attempt. Throws on an error response, so that the queue retries. */
export async function deliver(job, attemptNumber, { sender, pool }) {
  const attemptedAt = new Date();
  const { status, text } = await sender.send(job.id, Buffer.from(job.payload), attemptNumber);
  const success = status >= 200 && status < 300;
  await pool.query({ ...RECORD, values: [job.id, attemptNumber, status, text, success, attemptedAt] });
  if (!success) throw new Error(`The receiver returned ${status}`);
}
