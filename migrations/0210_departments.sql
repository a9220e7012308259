-- Departments: the inside of an organisation, as a tree; people belong to one.
create table identity.department (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  parent_id bigint,
  name text not null,
  head_id bigint references identity.account on delete set null,
  phone text,
  sort int not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (source_id, id),
  foreign key (source_id, parent_id) references identity.department (source_id, id)
);
create index department_parent on identity.department (parent_id);
-- Of one level no two have one name; the root is one level.
create unique index department_name on identity.department (source_id, coalesce(parent_id, 0), name);
select base.protect('identity.department'), base.staff_writes('identity.department');

-- Whose department it is and whose account is one organisation's. Who is removed holds none back.
alter table identity.account add column department_id bigint;
alter table identity.account add foreign key (source_id, department_id) references identity.department (source_id, id) on delete set null (department_id);
create index account_department on identity.account (department_id) where department_id is not null;
