-- An exception of a time plan is closed, or has hours of its own. Earlier ones could be neither, and did nothing.
update access.time_plan set rev = rev + 1,
  exceptions = (select coalesce(jsonb_agg(e order by n), '[]') from jsonb_array_elements(exceptions) with ordinality x(e, n)
    where (e ->> 'closed')::boolean)
where exceptions @> '[{"closed": false}]';
