/**
 * Enlarges libuv's thread pool, which DNS look-ups and file access share: with the default of four threads, four receivers
 * with an unresponsive name server block the look-ups of all others. Must be imported before anything uses the pool.
 */
process.env.UV_THREADPOOL_SIZE ??= '32';
