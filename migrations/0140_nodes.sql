-- Several machines on one database: the number that each machine's ids carry, and which gateways live.

-- Each installation holds a number for as long as it is seen; the node numbers of its processes are made of it.
create table engine.machine (
  number smallint primary key check (number between 1 and 63),
  id uuid not null unique,
  seen_at timestamptz not null default now()
);
select base.protect('engine.machine', true);

-- Gateways that give signs of life. An open session whose node is not here belongs to nobody any more.
create table engine.node (
  name text primary key,
  seen_at timestamptz not null default now()
);
select base.protect('engine.node', true);
