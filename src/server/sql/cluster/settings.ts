/** The embedded database's settings, for 2 cores and the memory that a server and its database share. */

export const SETTINGS: Readonly<Record<string, string>> = {
  // Only the private socket; every user who may enter its folder is trusted (`auth trust` at initdb).
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '2GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  // Acknowledged means stored (promise P01): neither of the two is ever turned off.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'pglz',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  max_worker_processes: '8',
  max_parallel_workers_per_gather: '1',
  max_parallel_workers: '2',
  // Thousands of short statements: compiling them costs more than it saves.
  jit: 'off',
  autovacuum_naptime: '20s',
  // Tables with few rows are joined with large ones. Below the default of 50 rows they have no statistics, and plans take them for empty.
  autovacuum_analyze_threshold: '5',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A file a day, for a week.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_line_prefix: '%m [%p] %q%a %d ',
  log_min_duration_statement: '2s',
  // No user data: neither the parameters of a slow statement nor the row that violated a constraint.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_lock_waits: 'on',
}
