/**
 * DNS lookups and file access share libuv's thread pool. With its default of four threads, four receivers with a
 * hanging name server delay the lookups of all others. Must be imported before anything that uses it.
 */
process.env.UV_THREADPOOL_SIZE ??= '32';
