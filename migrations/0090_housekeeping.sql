-- Partitions are made ahead by the platform itself, which owns no table: this function acts for the owner and takes no argument.
create function facts.make_ahead() returns void language sql security definer set search_path = pg_catalog as $$
  select facts.make_partitions('devices.event'), facts.make_partitions('devices.frame'), facts.make_partitions('access.passage')
$$;
revoke all on function facts.make_ahead from public;
grant execute on function facts.make_ahead to rt_engine;
