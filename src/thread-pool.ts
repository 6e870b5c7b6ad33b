/**
 * DNS lookups and file access share libuv's thread pool. With its default of four threads, four receivers with a
 * hanging name server would delay all other lookups. Import this before any module that uses the pool.
 */
process.env.UV_THREADPOOL_SIZE ??= '32';
