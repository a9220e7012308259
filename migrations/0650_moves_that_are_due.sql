-- Moves that the platform makes when their time has come: which were refused and are tried again, and the index of what is due.
create table engine.refused_move (
  noun text not null,
  move text not null,
  row_id bigint not null,
  -- [Chinese, English]
  reason jsonb not null,
  tries int not null,
  next_at timestamptz not null,
  primary key (noun, move, row_id)
);
select base.protect('engine.refused_move', true);

create index agency_ends on organisation.agency (ends_on) where state = 1;
